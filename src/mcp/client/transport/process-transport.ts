import type { ChildProcess } from 'node:child_process'

import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'

import type { ClientSdk } from '../sdk.js'
import { endGroup, startGroup, sweepGroup, type ProcessSpec } from './child-process-group.js'
import { LineReader } from './line-reader.js'

/** What a transport over a child process needs beside the process. */
export interface ProcessTransportOptions {
  readonly maxMessageBytes: number
  readonly closeMs: number
}

const lastWordsMs = 1000

/**
 * Speaks to a child process over its standard input and output. Unlike the transport of the SDK it ends the whole group
 * of the process, and a message that is too long ends the connection before it is taken in.
 */
export class ProcessTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  /** Where the SDK looks for them, it takes a transport for one over standard input and output. */
  readonly stderr = null
  readonly #sdk: ClientSdk
  readonly #spec: ProcessSpec
  readonly #options: ProcessTransportOptions
  readonly #reader: LineReader
  #child: ChildProcess | undefined
  #isClosed = false

  constructor(sdk: ClientSdk, spec: ProcessSpec, options: ProcessTransportOptions) {
    this.#sdk = sdk
    this.#spec = spec
    this.#options = options
    this.#reader = new LineReader(options.maxMessageBytes)
  }

  /** The process at the head of the group. */
  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  start(): Promise<void> {
    const child = startGroup(this.#spec)
    this.#child = child
    const report = (error: Error): void => this.onerror?.(error)
    child.stdin?.on('error', report)
    child.stdout?.on('error', report)
    child.stdout?.on('data', (chunk: Buffer) => this.#take(chunk))
    child.once('exit', () => this.#exited(child))
    return new Promise((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', (error) => {
        reject(error)
        this.#end()
      })
    })
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin
    if (this.#isClosed || stdin?.writable !== true) {
      const { SdkError, SdkErrorCode } = this.#sdk
      return Promise.reject(new SdkError(SdkErrorCode.NotConnected, 'Not connected'))
    }
    return new Promise((resolve, reject) => {
      stdin.write(this.#sdk.serializeMessage(message), (error) => {
        if (error) reject(error)
        else resolve()
      })
    })
  }

  async close(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child !== undefined) await endGroup(child, this.#options.closeMs)
    this.#end()
  }

  #take(chunk: Buffer): void {
    if (this.#isClosed) return
    try {
      for (const line of this.#reader.push(chunk)) this.#takeLine(line)
    } catch (error) {
      this.onerror?.(error as Error)
      this.#end()
      void this.close()
    }
  }

  #takeLine(line: string): void {
    if (line.trim() === '') return
    let message: JSONRPCMessage
    try {
      message = this.#sdk.deserializeMessage(line)
    } catch (cause) {
      this.onerror?.(new SyntaxError('a line is no message of the protocol.', { cause }))
      return
    }
    this.onmessage?.(message)
  }

  /**
   * The end of the process is the end of the connection, but its last words may still be in the pipe. What it started
   * might hold that open without end, and is ended with it.
   */
  #exited(child: ChildProcess): void {
    sweepGroup(child)
    const timer = setTimeout(() => this.#end(), lastWordsMs)
    child.once('close', () => {
      clearTimeout(timer)
      this.#end()
    })
  }

  #end(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.onclose?.()
  }
}
