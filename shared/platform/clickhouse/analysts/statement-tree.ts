/**
 * Parses the tree of a statement as `EXPLAIN AST` prints it: one node per line, indented by its
 * depth, with the number of its children.
 */
import { engineError } from './bound-statement.js';

export interface ParsedStatement {
  /** The statement as the engine's formatter writes it, on one line. This text is what runs. */
  sql: string;
  /** Output of `EXPLAIN AST` for `sql`. */
  tree: string;
}

export interface StatementNode {
  /** Kind of the node, as `EXPLAIN AST` names it. */
  kind: string;
  /** Text after the kind: a name, a literal or an alias. */
  text: string;
  children: StatementNode[];
}

/** `message` says what the statement would do beyond reading, and the remedy if there is one. */
export function notAllowedError(message: string): Error {
  return engineError(164, `Not allowed in readonly mode: ${message}`, 'READONLY');
}

export function malformedTreeError(): Error {
  return notAllowedError(
    'names with line breaks or counts of children are not available to analysts',
  );
}

// The flag `s` lets `.` match U+2028 and U+2029, which a text may contain.
const QUOTED = /^'(?:[^'\\]|\\.)*'/s;

const LINE = /^( *)(\S+)(?: (?!\(children \d+\)$)(.*?))?(?: \(children (\d+)\))?$/s;

/**
 * Parses a tree. The numbers of children must be correct, so that a name with line breaks cannot
 * pass for nodes.
 */
export function parseTree(tree: string): StatementNode {
  /** The last node at each depth, with its expected number of children. */
  const open: { node: StatementNode; expected: number }[] = [];
  let root: StatementNode | undefined;
  for (const line of tree.split('\n')) {
    if (line === '') continue;
    const [, blanks = '', kind = '', text = '', children = '0'] = LINE.exec(line) ?? [];
    if (kind === '') throw malformedTreeError();
    const node: StatementNode = { kind, text: withoutAlias(kind, text), children: [] };
    if (node.text === 'lambda' && text !== node.text)
      throw notAllowedError('a lambda cannot have an alias');
    const depth = blanks.length;
    closeNodes(open, depth);
    const parent = open[depth - 1]?.node;
    if (parent) parent.children.push(node);
    else if (root || depth > 0) throw malformedTreeError();
    else root = node;
    open[depth] = { node, expected: Number(children) };
  }
  closeNodes(open, 0);
  if (!root) throw notAllowedError('the statement is empty');
  return root;
}

/**
 * Returns the text of a node without its alias. A quoted text is kept up to its closing quote,
 * because its content may look like an alias.
 */
function withoutAlias(kind: string, text: string): string {
  // The text has only a space in the place of a database or table that is not named.
  if (namesTable({ kind })) return text;
  if (kind === 'Literal' && text.startsWith("'")) {
    const [quoted] = QUOTED.exec(text) ?? [];
    if (quoted === undefined) throw malformedTreeError();
    return quoted;
  }
  const at = text.endsWith(')') ? text.indexOf('(alias ') : -1;
  return (at < 0 ? text : text.slice(0, at)).trim();
}

/** Closes the nodes at `depth` and deeper. Throws if one lacks children or has too many. */
function closeNodes(open: { node: StatementNode; expected: number }[], depth: number): void {
  while (open.length > depth) {
    const closed = open.pop();
    if (closed && closed.node.children.length !== closed.expected) throw malformedTreeError();
  }
}

/** True for `EXISTS` and `SHOW CREATE`, whose text is the database, a space and the table. */
export function namesTable({ kind }: Pick<StatementNode, 'kind'>): boolean {
  return kind.startsWith('Exists') || kind.startsWith('ShowCreate');
}

/** Returns the table of `x IN table`, which may also be a column; `undefined` for other nodes. */
export function tableOfIn({ kind, text, children }: StatementNode): StatementNode | undefined {
  if (kind !== 'Function' || !/^(global)?(not)?in$/i.test(text)) return undefined;
  const right = children[0]?.children[1];
  return right?.kind === 'Identifier' ? right : undefined;
}

/** True for `*` and `COLUMNS(…)`, which the engine replaces by columns. */
export function isMatcher({ kind }: StatementNode): boolean {
  return /Asterisk|Matcher/.test(kind);
}

/** Matches a quoted text or name, or a matcher with something before it. */
const QUALIFIED = /'(?:\\.|[^'\\])*(?:'|\\?$)|`(?:\\.|[^`\\])*(?:`|\\?$)|\.(?:\*|COLUMNS\()/gs;

/**
 * Throws if an expression stands before `.*` or `.COLUMNS(…)`. The tree shows only tables and names
 * there, and the engine ignores everything else: `tuple(7).*` would be all columns of the tables.
 */
export function requireShownQualifiers(sql: string, root: StatementNode): void {
  const written = sql.match(QUALIFIED)?.filter((token) => token.startsWith('.')) ?? [];
  if (written.length === countQualified(root)) return;
  throw notAllowedError('only a name may stand before .* or .COLUMNS: name the expression with AS');
}

function countQualified({ kind, children }: StatementNode): number {
  return children.reduce(
    (count, child) => count + countQualified(child),
    kind.startsWith('Qualified') ? 1 : 0,
  );
}
