export { TelemetryLayer, type TelemetryLayerOptions } from './telemetry-layer.js'
