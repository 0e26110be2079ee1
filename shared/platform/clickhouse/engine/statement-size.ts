/** Bounds what a statement of an analyst may cost to plan: the engine does that whole, outside its limits. */
import { refusal, type StatementNode, tableOfIn } from './statement-tree.js';

const MAX_NODES = 5_000;
const MAX_SELECTS = 100;
/** Within one another; what it costs to plan them may double with each. */
const MAX_DEPTH = 10;
const MAX_TABLES = 50;
/** `*` and `COLUMNS(…)`, each of which may stand for a hundred columns. */
const MAX_MATCHERS = 20;
/** Tables, where each name of one may stand for the largest query before it. */
const MAX_EXPANDED_TABLES = 20_000;
/** What a value of tuples within tuples may hold: the engine plans every part of it. */
const MAX_WIDTH = 200_000;
/** Of a list of values, as the tree writes it. */
const MAX_LITERAL = 100_000;
/** For `*` in a subquery that is a value. */
const ASSUMED_COLUMNS = 30;
/** Where a subquery is a table. */
const NAMED_QUERIES = new Set(['TableExpression', 'WithElement']);
/** Functions that make one value of several, each of which may be the widest made before. */
const WIDENING = new Set(['tuple', 'concat', 'concatwithseparator', 'array', 'map', 'arrayzip']);
/** The parts of all values, each of which is planned wherever it is mentioned. */
const MAX_PLANNED_PARTS = 20_000_000;

/** Throws `NotReadOnlyError`. */
export function requireSmall(root: StatementNode): void {
  const counts = {
    nodes: 0,
    selects: 0,
    depth: 0,
    tables: 0,
    matchers: 0,
    width: 1,
    list: 0,
    parts: 1,
  };
  /** Lists on the right of IN, which no alias stands for. */
  const sought = new Set<StatementNode | undefined>();
  const count = (node: StatementNode, outer: number, parent: string): void => {
    const depth = node.kind === 'SelectQuery' ? outer + 1 : outer;
    counts.depth = Math.max(counts.depth, depth);
    counts.nodes += 1;
    if (node.kind === 'SelectQuery') counts.selects += 1;
    if (node.kind === 'TableExpression') counts.tables += 1;
    if (isMatcher(node)) counts.matchers += 1;
    if (node.kind === 'Function' && WIDENING.has(node.text.toLowerCase())) {
      const parts = node.children[0]?.children ?? [];
      counts.width *= parts.some(isMatcher) ? Number.POSITIVE_INFINITY : Math.max(1, parts.length);
    }
    if (node.kind === 'Subquery' && !NAMED_QUERIES.has(parent)) counts.width *= columnsOf(node);
    if (/^(Tuple|Array|Map)_/.test(node.text)) {
      counts.list = Math.max(counts.list, node.text.length);
      if (!sought.has(node)) counts.parts = Math.max(counts.parts, node.text.split(',').length);
    }
    if (node.kind === 'Function' && /^(global)?(not)?in$/i.test(node.text)) {
      sought.add(node.children[0]?.children[1]);
    }
    for (const child of node.children) count(child, depth, node.kind);
  };
  count(root, 0, '');
  const checks: [number, number, string][] = [
    [counts.nodes, MAX_NODES, 'expressions'],
    [counts.selects, MAX_SELECTS, 'SELECTs'],
    [counts.depth, MAX_DEPTH, 'levels of nested SELECTs'],
    [counts.tables, MAX_TABLES, 'tables'],
    [counts.matchers, MAX_MATCHERS, 'uses of * and COLUMNS'],
    [counts.list, MAX_LITERAL, 'characters in a list of values'],
    [counts.width, MAX_WIDTH, 'values in nested tuples'],
    [
      counts.width * counts.parts * counts.nodes,
      MAX_PLANNED_PARTS,
      'values, wherever they are named',
    ],
    [
      expandTables(root, 1).tables,
      MAX_EXPANDED_TABLES,
      'tables, counting those of WITH at each use',
    ],
  ];
  for (const [found, most, what] of checks) {
    if (found > most) throw refusal(`an analyst statement may have at most ${most} ${what}`);
  }
}

/** A subquery that is a value is a tuple of its columns. */
function columnsOf(subquery: StatementNode): number {
  const select = firstOf(subquery, 'SelectQuery');
  const columns = select?.children.find(({ kind }) => kind === 'ExpressionList')?.children ?? [];
  return columns.reduce((sum, each) => sum + (isMatcher(each) ? ASSUMED_COLUMNS : 1), 0) || 1;
}

function firstOf(node: StatementNode, kind: string): StatementNode | undefined {
  if (node.kind === kind) return node;
  for (const child of node.children) {
    const found = firstOf(child, kind);
    if (found) return found;
  }
  return undefined;
}

export function isMatcher({ kind }: StatementNode): boolean {
  return /Asterisk|Matcher/.test(kind);
}

interface Expanded {
  tables: number;
  /** The largest query of a WITH among the children. */
  defined: number;
}

/** The tree does not name the queries of WITH: any name of a table may be the largest of those before it. */
function expandTables(node: StatementNode, largest: number): Expanded {
  if (node.kind === 'TableIdentifier') return { tables: largest, defined: 0 };
  const expanded: Expanded = { tables: tableOfIn(node) ? largest : 0, defined: 0 };
  let known = largest;
  for (const child of node.children) {
    const { tables, defined } = expandTables(child, known);
    expanded.tables += tables;
    if (child.kind === 'WithElement') expanded.defined = Math.max(expanded.defined, tables);
    if (node.kind === 'SelectQuery') known = Math.max(known, defined);
    else known = Math.max(known, expanded.defined);
  }
  return expanded;
}
