#!/usr/bin/env node
// This room is the `tallystick` command: it finds the app, asks the rooms below and prints what they say. It knows
// of no rule of its own.
import { exitCodes } from './command-failure.js'
import { endSoon } from './end-soon.js'
import { processTerminal } from './terminal/process-terminal.js'
import { runCommand } from './run-command.js'

const terminal = processTerminal()
let isDone = false

// An app that waits for what never comes leaves nothing to do, and Node.js would end without a word.
process.once('beforeExit', () => {
  if (isDone) return
  terminal.warn('error: the app never answered. Look for a promise in it that nothing settles.')
  process.exitCode = exitCodes.failed
})

void runCommand(process.argv.slice(2), terminal).then((exitCode) => {
  isDone = true
  process.exitCode = exitCode
  endSoon()
})
