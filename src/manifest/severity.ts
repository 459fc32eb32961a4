/**
 * How bad it is that something differs from what was reviewed.
 *
 * - `high`: more may happen than was reviewed.
 * - `medium`: something does not work as it was reviewed.
 * - `low`: only words differ.
 */
export type Severity = (typeof severities)[number]

/** Severities, worst first. */
export const severities = ['high', 'medium', 'low'] as const
