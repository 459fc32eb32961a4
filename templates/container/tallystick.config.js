// What the `tallystick` command works on. Run `npm run build` first: it is the compiled app.
export { registry } from './dist/registry.js'
