/**
 * Runs the examples of a feed definition. Fields that an example gives must be equal, other fields
 * may have any value; lists must have the same number of entries.
 */
import { isObject } from '../../shared/domain/is-object.js';
import { isoOf } from '../../shared/domain/time.js';
import type { Feed, FeedExample } from '../feeds/feed-definitions.js';
import { describeOutcome, type OutcomeDescription } from '../outcomes/describe-outcome.js';
import type { NormaliseEvent } from './normalise-event.js';

interface ExampleResult {
  source: string;
  /** Position of the example in the definition, from 1. */
  number: number;
  /** How the result differs from the expected one; empty if the example holds. */
  differences: string[];
  notes: readonly string[];
}

export async function checkExamples(
  feed: Feed,
  normalise: NormaliseEvent,
  nowMs: number,
): Promise<ExampleResult[]> {
  const results: ExampleResult[] = [];
  for (const [index, example] of feed.examples.entries()) {
    const envelope = {
      source: feed.source,
      event_id: example.event_id ?? `example-${index + 1}`,
      observed_at: example.observed_at ?? isoOf(nowMs),
      payload: example.payload,
    };
    const outcome = await normalise(Buffer.from(JSON.stringify(envelope)), { nowMs });
    const differences = differencesOf(example.expect, describeOutcome(outcome));
    const payload = Buffer.from(JSON.stringify(example.payload));
    const { notes = [] } = describeOutcome(
      await normalise(payload, { source: feed.source, nowMs }),
    );
    results.push({ source: feed.source, number: index + 1, differences, notes });
  }
  return results;
}

function differencesOf(expected: FeedExample['expect'], actual: OutcomeDescription): string[] {
  if (expected.rejected !== undefined) {
    return compare('rejected', expected.rejected, actual.reason?.code ?? actual.outcome);
  }
  if (actual.reason) return [`rejected: ${actual.reason.code}: ${actual.reason.message}`];
  const { ignored, rejected: _, ...parts } = expected;
  return [
    ...(ignored ? compare('outcome', 'ignored', actual.outcome) : []),
    ...Object.entries(parts).flatMap(([name, value]) =>
      compare(name, value, actual[name as keyof typeof parts]),
    ),
  ];
}

function compare(path: string, expected: unknown, actual: unknown): string[] {
  if (Array.isArray(expected)) {
    const list = Array.isArray(actual) ? actual : [];
    if (list.length !== expected.length) {
      return [
        `${path}: expected ${expected.length} entries, but got ${list.length}: ${shown(actual)}`,
      ];
    }
    return expected.flatMap((each, index) => compare(`${path}[${index}]`, each, list[index]));
  }
  if (isObject(expected) && isObject(actual)) {
    return Object.entries(expected).flatMap(([name, value]) =>
      compare(`${path}.${name}`, value, actual[name]),
    );
  }
  return Object.is(expected, actual)
    ? []
    : [`${path}: expected ${shown(expected)}, but got ${shown(actual)}`];
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 300);
}
