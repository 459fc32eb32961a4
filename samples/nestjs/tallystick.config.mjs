// What the `tallystick` command works on: the tools of this application as they are.
// #region config
import { reviewTools } from 'tallystick/nestjs'

import { AppModule } from './dist/app-module.js'

export const registry = () => reviewTools(AppModule)

export const manifest = './tallystick.yaml'
// #endregion config
