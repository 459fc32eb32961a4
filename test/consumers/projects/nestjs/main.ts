// A Nest application of a user, compiled against the packed package as `nest new` sets it up.
import 'reflect-metadata'
import assert from 'node:assert/strict'
import { Injectable, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { IsString } from 'class-validator'
import { Tool, ToolRegistry } from 'tallystick'
import { ToolsModule } from 'tallystick/nestjs'

@Injectable()
class Greetings {
  greet(name: string): string {
    return `Hello, ${name}!`
  }
}

@Tool({ server: 'hall', name: 'greet', description: 'Greet somebody.', mutates: false })
class Greet {
  @IsString()
  name!: string

  constructor(private readonly greetings: Greetings) {}

  call(): string {
    return this.greetings.greet(this.name)
  }
}

@Module({ imports: [ToolsModule.forFeature([Greet])], providers: [Greetings] })
class HallModule {}

@Module({ imports: [ToolsModule.forRoot(), HallModule] })
class AppModule {}

async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false })
  const outcome = await app.get(ToolRegistry).dispatch('hall/greet', { name: 'Ada' })
  assert.deepEqual(outcome, { status: 'output', value: 'Hello, Ada!' })
  await app.close()
  console.log('the consumer is content')
}

void main()
