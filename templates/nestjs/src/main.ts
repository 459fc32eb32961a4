import 'reflect-metadata'
import { NestFactory } from '@nestjs/core'

import { AppModule } from './app-module.js'

const app = await NestFactory.create(AppModule, {
  logger: ['error', 'warn'],
  forceCloseConnections: true,
})
app.enableShutdownHooks()
await app.listen(process.env.PORT ?? 3000, '127.0.0.1')
console.log(`serving tools on ${await app.getUrl()}/mcp`)
