#!/usr/bin/env node
// This room is the `tallystick` command: it finds the app, asks the rooms below and prints what they say. It knows
// of no rule of its own.
import { processTerminal } from './terminal/process-terminal.js'
import { runCommand } from './run-command.js'

process.exitCode = await runCommand(process.argv.slice(2), processTerminal())
