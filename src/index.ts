// Defining a tool
export { Tool } from './decorators/tool.js'
export { Describe } from './decorators/describe.js'
export { Nullable } from './arguments/rules/nullable.js'
export { Items, Tuple, Values } from './arguments/rules/contained-types.js'
export { defineTool, type DefineToolOptions } from './registry/define/define-tool.js'
export { standardSchema } from './registry/define/standard-schema.js'
export type {
  StandardIssue,
  StandardJsonOptions,
  StandardProps,
  StandardResult,
  StandardSchema,
} from './tools/standard-schema.js'
export type { ElementType } from './metadata/property-metadata.js'
export type { Constructor, ToolBody, ToolClass } from './tools/constructor.js'
export type { ToolOptions } from './tools/tool-options.js'
export type { ToolIcon } from './tools/tool-icon.js'

// Discovering tools in a container
export { discoverTools, type DiscoverOptions } from './container/discover-tools.js'
export type { ClassToolOptions } from './container/classes/class-tool-options.js'
export { toolModule } from './container/tool-module.js'
export type { FactsOption } from './container/classes/read-facts.js'
export type { FactsJson, ToolTypeFacts, TypeFactInputs, TypeFacts } from './tools/type-facts.js'
export type { AdmitLimits } from './arguments/input/admit-limits.js'

// The registry
export { ToolRegistry } from './registry/tool-registry.js'
export type { SelectedTool, SelectOptions } from './registry/selection/select-tools.js'
export type { BatchedCall, BatchedResult, BatchOptions } from './registry/call/dispatch-all.js'
export type { ResumedCall } from './registry/suspended/resume.js'
export { lintTool, type LintedTool } from './registry/define/lint-tool.js'
export type { ToolLayer, ToolCall, NextLayer } from './tools/tool-layer.js'
export type {
  ToolEvent,
  ToolEventSink,
  ToolLateEvent,
  ToolUnsettledEvent,
  ToolBrokenLayerEvent,
  ToolTerminalEvent,
} from './tools/tool-event.js'
export type { InputHabit } from './tools/input-habit.js'

// Layers
export { ConcurrencyLayer, type ConcurrencyLayerOptions } from './layers/concurrency-layer.js'
export type { LayerClock } from './layers/layer-clock.js'
export type { LayerNameOption } from './layers/layer-options.js'
export { OutputLimitLayer, type OutputLimitLayerOptions } from './layers/output-limit-layer.js'
export { PolicyLayer, type PolicyLayerOptions } from './layers/policy-layer.js'
export type { PolicyDecision, PolicyRule } from './layers/policy/policy-rule.js'
export {
  RedactionLayer,
  type RedactionLayerOptions,
  type RedactionRules,
} from './layers/redaction-layer.js'
export { RetryLayer, type RetryLayerOptions } from './layers/retry-layer.js'
export {
  ScopedToolLayer,
  toolScopeLayerName,
  type ScopedToolLayerOptions,
  type ToolScope,
} from './layers/scoped-tool-layer.js'
export { standardLayers, type StandardLayersOptions } from './layers/standard-layers.js'
export { TimeoutLayer, type TimeoutLayerOptions } from './layers/timeout-layer.js'
export type { ToolLimit } from './layers/tool-limit.js'

// The vocabulary
export { ToolId } from './tools/tool-id.js'
export type { Effect } from './tools/effect.js'
export type { ToolSource } from './tools/tool-source.js'
export {
  parseToolGroup,
  toolGroupPrefix,
  toolGroups,
  toolGroupsIn,
  toolGroupTokens,
  type ToolGroup,
} from './tools/tool-group.js'
export { isToolGroupToken, isUnknownToolGroup } from './tools/tool-selector.js'
export type {
  Admission,
  AdmittedArguments,
  PreparedBody,
  ToolDefinition,
  ToolDescriptor,
  ToolFacts,
} from './tools/tool-definition.js'
export type { KeyReading, KeyRule, KeyValue } from './tools/key-rule.js'
export type { ToolInstances } from './tools/tool-instances.js'
export type { ToolOutcome, ToolOutput, ToolSuspended } from './tools/outcome.js'
export {
  suspend,
  type Suspension,
  type SuspensionKind,
  type SuspensionRequest,
} from './tools/suspension.js'

// The context of a call
export {
  createContext,
  ToolContext,
  type Principal,
  type ToolContextInit,
} from './tools/tool-context.js'
export { extensionKey, type ExtensionKey } from './tools/extension-key.js'

// Errors
export { DefinitionError, type DefinitionProblem } from './errors/definition-error.js'
export type { Disposition } from './errors/disposition.js'
export {
  errorCodes,
  type DispositionRule,
  type ErrorCodeFacts,
  type RetryRule,
  type ToolErrorCode,
} from './errors/error-codes.js'
export { issueCodes, type Issue } from './errors/issue.js'
export {
  ToolError,
  type ToolErrorInit,
  type ToolErrorJson,
  type ToolIdentity,
} from './errors/tool-error.js'
export { ToolFailure, type ToolFailureOptions } from './errors/tool-failure.js'

// Schemas as models take them
export { forAnthropic, type AnthropicOptions } from './schema/projections/for-anthropic.js'
export { forGemini } from './schema/projections/for-gemini.js'
export { forMcp, type McpOptions } from './schema/projections/for-mcp.js'
export { forOpenAi, type OpenAiOptions } from './schema/projections/for-open-ai.js'
export type {
  ProjectedOutput,
  ProjectedSchema,
  Projection,
  ProjectionLimits,
} from './schema/projections/projection.js'
export {
  projectTools,
  type ProjectableTool,
  type ProjectedTool,
  type ProjectedTools,
  type ProjectToolsOptions,
} from './schema/projections/project-tools.js'
export type { SchemaLoss } from './schema/projections/source/schema-loss.js'

// JSON
export type { JsonArray, JsonObject, JsonValue } from './schema/json.js'
export type { JsonSchema, JsonTypeName, ObjectSchema } from './schema/json-schema.js'
