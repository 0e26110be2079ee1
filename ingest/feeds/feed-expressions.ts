/**
 * Evaluates the JSONata expressions of feed definitions, with limits for one evaluation, so that no
 * definition and no payload can stop the process: steps, depth, length of lists, and time of
 * regular expressions. A long evaluation lets the event loop run in between.
 */
import jsonata from 'jsonata';
import { yieldSlice } from '../../shared/domain/concurrency/in-slices.js';
import { messageOf } from '../../shared/domain/errors.js';
import { isObject } from '../../shared/domain/is-object.js';
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

/**
 * Compiles an expression, which may use `names` as variables. Throws if that fails, if a variable
 * is unknown, or if a regular expression is not linear.
 */
export function compileExpression(
  field: string,
  text: string,
  functions: Readonly<Record<string, FeedFunction>>,
  names: readonly string[],
): FeedExpression {
  const expression = jsonata(text, {
    RegexEngine: linearRegExpConstructor,
    sequence: MAX_LIST_LENGTH,
  });
  const nodes = [...nodesIn(expression.ast())];
  for (const node of nodes) if (node instanceof RegExp) requireLinear(node);
  requireKnown(nodes.filter(isObject), [...names, ...Object.keys(functions)]);
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

/** Returns the parts of a syntax tree at any depth. */
function nodesIn(node: unknown, seen = new Set<object>()): Set<object> {
  if (typeof node !== 'object' || node === null || seen.has(node)) return seen;
  seen.add(node);
  if (!(node instanceof RegExp)) for (const each of Object.values(node)) nodesIn(each, seen);
  return seen;
}

/** Throws if a variable or function is neither bound in the expression, in `names` nor built in. */
function requireKnown(nodes: readonly Record<string, unknown>[], names: readonly string[]): void {
  const bound = nodes.flatMap((node) => [
    ...(node.type === 'bind' ? [node.lhs] : []),
    ...(node.type === 'lambda' && Array.isArray(node.arguments) ? node.arguments : []),
    // These bind a name: `@$item`, `#$index`, and `#$index` after a filter.
    { value: node.focus },
    { value: node.index },
    ...(node.type === 'index' ? [node] : []),
  ]);
  const known = new Set(['', '$', ...names, ...bound.filter(isObject).map(({ value }) => value)]);
  const unknown = nodes.flatMap(({ type, value }) =>
    type !== 'variable' || known.has(value) || builtIn.lookup(String(value)) ? [] : [`$${value}`],
  );
  if (unknown.length === 0) return;
  const choice = names.map((name) => `$${name}`).join(', ');
  throw new Error(
    `${[...new Set(unknown)].join(', ')}: unknown; choose one of ${choice}, or a function of JSONata`,
  );
}

interface Scope {
  lookup(name: string): unknown;
}

/** The scope that has the functions of JSONata, which has no list of them. */
const builtIn: Scope = outermostScope();

/** JSONata shows the scope at the start of an evaluation, before anything is awaited. */
function outermostScope(): Scope {
  let outermost: Scope = { lookup: () => true };
  const probe = jsonata('null');
  const keep = (scope: Scope) => {
    outermost = scope;
  };
  Reflect.apply(probe.assign, probe, [NEW_SCOPE, keep]);
  void probe.evaluate(null, {});
  return outermost;
}
