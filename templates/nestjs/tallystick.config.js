// What the `tallystick` command works on. Run `npm run build` first: it is the compiled app.
import { reviewTools } from 'tallystick/nestjs'

import { AppModule } from './dist/app-module.js'

export const registry = () => reviewTools(AppModule)
