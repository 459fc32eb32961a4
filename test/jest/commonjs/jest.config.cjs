// #region config
const swc = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2022',
  },
  module: { type: 'commonjs' },
}

module.exports = {
  testEnvironment: 'node',
  transform: { '\\.[jt]s$': ['@swc/jest', swc] },
  // ES modules, of which Jest makes CommonJS as it does of the tests.
  transformIgnorePatterns: ['/node_modules/(?!(tallystick|inversify|@inversifyjs)/)'],
}
// #endregion config
