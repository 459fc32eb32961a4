#!/usr/bin/env node
// This room is the `tallystick` command: it finds the app, asks the rooms below and prints what they say. It knows
// of no rule of its own.
import { createProgram } from './program.js'

await createProgram().parseAsync()
