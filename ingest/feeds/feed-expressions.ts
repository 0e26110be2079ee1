/**
 * Evaluates the JSONata expressions of feed definitions, with limits for one evaluation, so that no
 * definition and no payload can stop the process: steps, depth, length of lists, and time of
 * regular expressions. A long evaluation lets the event loop run in between.
 */
import jsonata from 'jsonata';
import { yieldSlice } from '../../shared/domain/concurrency/in-slices.js';
import { messageOf } from '../../shared/domain/errors.js';
import {
  linearRegExpConstructor,
  requireLinear,
} from '../../shared/domain/schemas/linear-regexp.js';
import { Rejection } from '../outcomes/outcome.js';
import type { FeedFunction } from './feed-functions.js';

/** Returns the value of one field; throws a `Rejection` that names the field and the reason. */
type FeedExpression = (
  payload: Record<string, unknown>,
  bindings: Record<string, unknown>,
) => Promise<unknown>;

/** Steps that an evaluation may take, about a second. A job board of 1 MB takes a tenth of it. */
const MAX_STEPS = 1_000_000;
/** Largest depth of evaluations: a recursion of a few hundred calls. Payloads are 64 deep. */
const MAX_DEPTH = 1_500;
/** Longest list: more values than an event of 1 MB has. */
const MAX_LIST_LENGTH = 1_000_000;
/** Number of steps between two checks of the limit. */
const STEPS_PER_CHECK = 1_024;
/** Names of functions that JSONata calls: at each new scope, and (expensive) before each step. */
const NEW_SCOPE = Symbol.for('jsonata.__createFrame_push');
const ENTRY = Symbol.for('jsonata.__evaluate_entry');
/** Steps are counted only after this many scopes; every repetition opens scopes. */
const ORDINARY_SCOPES = 500;

/** Compiles an expression. Throws if that fails, or if a regular expression is not linear. */
export function compileExpression(
  field: string,
  text: string,
  functions: Readonly<Record<string, FeedFunction>>,
): FeedExpression {
  const expression = jsonata(text, {
    RegexEngine: linearRegExpConstructor,
    sequence: MAX_LIST_LENGTH,
  });
  for (const pattern of regularExpressionsIn(expression.ast())) requireLinear(pattern);
  for (const [name, implementation] of Object.entries(functions)) {
    expression.registerFunction(name, implementation);
  }
  // The type of `assign` allows only texts as names.
  Reflect.apply(expression.assign, expression, [NEW_SCOPE, countScope]);
  return async function evaluate(payload, bindings) {
    try {
      return await expression.evaluate(payload, bindings);
    } catch (cause) {
      throw new Rejection('mapping_failed', field, `${field}: ${messageOf(cause)}`);
    }
  };
}

/** State that JSONata keeps for one evaluation, with the counts of this file. */
interface Evaluation {
  depth: number;
  bind(name: symbol, value: unknown): void;
  scopes?: number;
  steps?: number;
}

function countScope({ base }: { base?: Evaluation }): void {
  if (!base) return;
  if (base.depth > MAX_DEPTH)
    throw new Error(`the expression is nested deeper than ${MAX_DEPTH} evaluations`);
  base.scopes = (base.scopes ?? 0) + 1;
  if (base.scopes === ORDINARY_SCOPES) base.bind(ENTRY, countStep);
}

function countStep(
  _expression: unknown,
  _input: unknown,
  { base }: { base: Evaluation },
): Promise<void> | undefined {
  const steps = (base.steps ?? 0) + 1;
  base.steps = steps;
  if (steps % STEPS_PER_CHECK !== 0) return undefined;
  if (steps > MAX_STEPS) throw new Error(`the expression took more than ${MAX_STEPS} steps`);
  return yieldSlice('ahead');
}

function regularExpressionsIn(node: unknown, seen = new Set<unknown>()): RegExp[] {
  if (node instanceof RegExp) return [node];
  if (typeof node !== 'object' || node === null || seen.has(node)) return [];
  seen.add(node);
  return Object.values(node).flatMap((each) => regularExpressionsIn(each, seen));
}
