/**
 * The tree of a statement as `EXPLAIN AST` prints it: one node a line, its depth by blanks, with the number
 * of its children.
 */

/** The statement would do more than read tables; `message` says what and, where there is one, the remedy. */
class NotReadOnlyError extends Error {
  constructor(message: string) {
    super(`Code: 164. DB::Exception: Not allowed in readonly mode: ${message}. (READONLY)`);
  }
}

export interface StatementNode {
  kind: string;
  /** What follows the kind: a name, a literal, an alias. */
  text: string;
  children: StatementNode[];
}

export function refusal(message: string): NotReadOnlyError {
  return new NotReadOnlyError(message);
}

export function brokenName(): NotReadOnlyError {
  return refusal('names with line breaks or counts of children are not available to analysts');
}

const QUOTED = /^'(?:[^'\\]|\\.)*'/;

const LINE = /^( *)(\S+)(?: (?!\(children \d+\)$)(.*?))?(?: \(children (\d+)\))?$/;

/**
 * One node a line, its depth by blanks, with the number of its children. The numbers must agree: a name with
 * line breaks cannot pass for nodes.
 */
export function parseTree(tree: string): StatementNode {
  const open: { node: StatementNode; expected: number }[] = [];
  let root: StatementNode | undefined;
  for (const line of tree.split('\n')) {
    if (line === '') continue;
    const [, blanks = '', kind = '', text = '', children = '0'] = LINE.exec(line) ?? [];
    if (kind === '') throw brokenName();
    const node: StatementNode = { kind, text: withoutAlias(kind, text), children: [] };
    if (node.text === 'lambda' && text !== node.text)
      throw refusal('a lambda cannot have an alias');
    const depth = blanks.length;
    closeTo(open, depth);
    const parent = open[depth - 1]?.node;
    if (parent) parent.children.push(node);
    else if (root || depth > 0) throw brokenName();
    else root = node;
    open[depth] = { node, expected: Number(children) };
  }
  closeTo(open, 0);
  if (!root) throw refusal('the statement is empty');
  return root;
}

/** Of a text, all up to its closing quote: what is in it may look like an alias. */
function withoutAlias(kind: string, text: string): string {
  // A blank of its own stands where a database or a table is not named.
  if (isNaming({ kind })) return text;
  if (kind === 'Literal' && text.startsWith("'")) {
    const [quoted] = QUOTED.exec(text) ?? [];
    if (quoted === undefined) throw brokenName();
    return quoted;
  }
  const at = text.endsWith(')') ? text.indexOf('(alias ') : -1;
  return (at < 0 ? text : text.slice(0, at)).trim();
}

/** Ends the nodes at `depth` and below it, each of which has the children it should have. */
function closeTo(open: { node: StatementNode; expected: number }[], depth: number): void {
  while (open.length > depth) {
    const ended = open.pop();
    if (ended && ended.node.children.length !== ended.expected) {
      throw brokenName();
    }
  }
}

/** `EXISTS` and `SHOW CREATE`: the text is the database, a blank and the table. */
export function isNaming({ kind }: Pick<StatementNode, 'kind'>): boolean {
  return kind.startsWith('Exists') || kind.startsWith('ShowCreate');
}

/** The table of `x IN table`; it may also be a column. */
export function tableOfIn({ kind, text, children }: StatementNode): StatementNode | undefined {
  if (kind !== 'Function' || !/^(global)?(not)?in$/i.test(text)) return undefined;
  const right = children[0]?.children[1];
  return right?.kind === 'Identifier' ? right : undefined;
}

/** `*` and `COLUMNS(…)`, which stand for columns. */
export function isMatcher({ kind }: StatementNode): boolean {
  return /Asterisk|Matcher/.test(kind);
}
