/**
 * Judges an analyst's statement by the tree that the engine's own parser made of it
 * (`EXPLAIN AST`). Allowed is one statement that only reads the service's tables. Kinds of nodes,
 * functions and tables are allowed by name; everything else is refused.
 */
import { type FunctionRules, isFormat, SYSTEM_TABLES, TABLE_FUNCTIONS } from './analyst-names.js';
import { isPlainType } from './plain-types.js';
import { refusedFunctionError } from './refused-function.js';
import {
  isMatcher,
  malformedTreeError,
  namesTable,
  notAllowedError,
  type ParsedStatement,
  parseTree,
  requireShownQualifiers,
  type StatementNode,
  tableOfIn,
} from './statement-tree.js';

const READ_KINDS = 'a SELECT, SHOW, DESCRIBE, EXPLAIN or EXISTS';
const WHAT_SHOW_MAY =
  'SHOW is available for tables, columns, indexes, databases, functions and settings,' +
  ' with FROM, LIKE, LIMIT and FORMAT';

/** Returns the format of the answer. Throws in the engine's wording if it is not allowed. */
export function judgeStatement(
  statement: ParsedStatement,
  defaultFormat: string,
  database: string,
  functions: FunctionRules,
): string {
  const format = judgeKind(statement, createJudge(database, functions)) ?? defaultFormat;
  if (!isFormat(format)) throw notAllowedError(`format ${format} is not available to analysts`);
  return format;
}

/** Throws if the node, or one below it, is not allowed. */
type Judge = (node: StatementNode) => void;

/** Returns the format that the statement names; `null` if it names none. */
function judgeKind({ sql, tree }: ParsedStatement, judge: Judge): string | null {
  const root = parseTree(tree);
  requireShownQualifiers(sql, root);
  switch (root.kind) {
    case 'SelectWithUnionQuery':
    case 'DescribeQuery':
    case 'ExistsTableQuery':
    case 'ExistsViewQuery':
    case 'ExistsDatabaseQuery':
    case 'ShowCreateTableQuery':
    case 'ShowCreateViewQuery':
    case 'ShowCreateDatabaseQuery':
      return judgeOutput(root, judge);
    case 'Explain':
      return judgeOutput(explainedOnly(root), judge);
    case 'ShowTables':
    case 'ShowColumns':
    case 'ShowFunctions':
      // The conditions of SHOW are not part of the tree, so the whole text is matched instead.
      if (!PLAIN_SHOW.test(sql)) throw notAllowedError(WHAT_SHOW_MAY);
      return /FORMAT (\w+)$/.exec(sql)?.[1] ?? null;
    default:
      throw notAllowedError(
        /^show/i.test(root.kind) ? WHAT_SHOW_MAY : `the statement must be ${READ_KINDS}`,
      );
  }
}

const EXPLAINS = /^EXPLAIN( (AST|SYNTAX|PLAN|PIPELINE|ESTIMATE|QUERY TREE))?$/;
const NAME = '(?:\\w+|`(?:[^`\\\\]|\\\\.)*`)';
const PLAIN_SHOW = new RegExp(
  '^SHOW (?:EXTENDED )?(?:FULL )?(?:TABLES|DATABASES|COLUMNS|INDEXES|FUNCTIONS|SETTINGS)' +
    `(?: FROM ${NAME}(?:\\.${NAME})?)?(?: FROM ${NAME})?` +
    "(?: (?:NOT )?I?LIKE '(?:[^'\\\\]|\\\\.)*')?(?: LIMIT \\d+)?(?: FORMAT \\w+)?$",
);

/**
 * Judges the parts of a statement and returns its format, or `null` if it names none. The format is
 * an identifier; a literal would be the file of `INTO OUTFILE`.
 */
function judgeOutput(root: StatementNode, judge: Judge): string | null {
  const names: string[] = [];
  for (const child of root.children) {
    if (child.kind === 'Literal') {
      throw notAllowedError(
        'INTO OUTFILE is not available to analysts: use the result of the statement instead',
      );
    }
    if (child.kind !== 'Identifier') judge(child);
    else if (child.children.length > 0) throw malformedTreeError();
    else names.push(child.text);
  }
  const table = namesTable(root) ? tableParts(root, names) : [];
  if (table.length > 0) judge({ kind: 'TableIdentifier', text: table.join('.'), children: [] });
  const [format = null, ...others] = names.slice(table.length);
  if (others.length > 0) throw malformedTreeError();
  return format;
}

/**
 * Returns the names before the format: a database and a table, or one of them. The statement's own
 * text repeats them, which distinguishes a database and a table from a table and a format.
 */
function tableParts({ text }: StatementNode, names: readonly string[]): readonly string[] {
  const [first, second = ''] = names;
  if (names.includes('')) throw malformedTreeError();
  if (text === `${first} ${second}`) return names.slice(0, 2);
  if (text === ` ${first}` || text === `${first} `) return names.slice(0, 1);
  throw malformedTreeError();
}

/** Kinds of nodes that are allowed if their children are allowed. */
const PLAIN_NODES = new Set(
  `ArrayJoin Asterisk ColumnsExceptTransformer ColumnsListMatcher ColumnsRegexpMatcher ColumnsReplaceTransformer
ColumnsReplaceTransformer::Replacement ColumnsTransformerList ExpressionList InterpolateElement Literal
OrderByElement QualifiedAsterisk QualifiedColumnsListMatcher QualifiedColumnsRegexpMatcher SampleRatio
SelectIntersectExceptQuery SelectQuery Subquery TableExpression TableJoin
TablesInSelectQuery TablesInSelectQueryElement WindowDefinition WindowListElement WithElement`.split(
    /\s+/,
  ),
);

function createJudge(database: string, functions: FunctionRules): Judge {
  const judge: Judge = (node) => {
    switch (node.kind) {
      case 'Function':
        if (!functions.isAllowed(node.text)) throw refusedFunctionError(node.text, functions);
        judgeArguments(node);
        break;
      case 'TableExpression':
        for (const child of node.children) judgeSource(child);
        return;
      case 'TableIdentifier':
        judgeTable(node.text, database);
        break;
      case 'Identifier':
        judgeName(node.text);
        break;
      case 'SelectWithUnionQuery':
        if (node.children.some((child) => child.kind !== 'ExpressionList')) {
          throw notAllowedError('FORMAT, SETTINGS and INTO OUTFILE are not allowed in a subquery');
        }
        break;
      case 'Set':
        throw notAllowedError('SETTINGS cannot be changed by analysts');
      case 'ColumnsApplyTransformer':
        throw notAllowedError('APPLY is not available to analysts: name the columns');
      default:
        if (!PLAIN_NODES.has(node.kind)) {
          throw notAllowedError(`${node.kind} is not available to analysts`);
        }
    }
    if (isLeaf(node) && node.children.length > 0) throw malformedTreeError();
    for (const child of node.children) judge(child);
  };
  const judgeSource: Judge = (node) => {
    if (node.kind !== 'Function') {
      judge(node);
      return;
    }
    if (!TABLE_FUNCTIONS.has(node.text)) {
      throw notAllowedError(`table function ${node.text} is not available to analysts`);
    }
    judgeArguments(node);
    for (const child of node.children) judge(child);
  };
  const judgeArguments: Judge = (node) => {
    judgeLiterals(node, functions);
    const table = tableOfIn(node);
    if (table?.text.includes('.')) judgeTable(table.text, database);
    judgeFunctionName(node, functions);
  };
  return judge;
}

function judgeTable(name: string, database: string): void {
  judgeName(name);
  const [first, second] = name.split('.');
  const isOpen =
    second === undefined ||
    first === database ||
    first === 'system' ||
    first?.toLowerCase() === 'information_schema';
  if (isOpen) return;
  throw notAllowedError(
    `tables of ${first} are not available to analysts, only those of ${database}`,
  );
}

function judgeName(name: string): void {
  const [first = '', second = ''] = name.split('.');
  if (first === 'system' && !SYSTEM_TABLES.has(second)) {
    throw notAllowedError(`system.${second} is not available to analysts`);
  }
}

/** Judges the arguments of a function that must be literals: types, time zones and paths. */
function judgeLiterals(node: StatementNode, functions: FunctionRules): void {
  const rule = functions.argumentRule(node.text);
  if (!rule) return;
  const args = node.children[0]?.children ?? [];
  if (args.some(isMatcher)) {
    throw notAllowedError(`the arguments of ${node.text} must be named one by one`);
  }
  if (!args.slice(rule.literalsFrom).every(isAllowedLiteral)) {
    throw notAllowedError(
      `the type, time zone or path of ${node.text} must be a string literal, not an expression`,
    );
  }
  if (rule.takesPath && mayHoldRange(args[1]?.text ?? '')) {
    throw notAllowedError('a range in a JSON path is not available to analysts');
  }
  if (rule.readsZone && args[1]?.text.includes('z')) {
    throw notAllowedError('the name of a time zone (z) in a format is not available to analysts');
  }
  const type = rule.typeAt === undefined ? undefined : args.at(rule.typeAt);
  if (type && !(type.kind === 'Literal' && isPlainType(textOf(type)))) {
    throw notAllowedError(`type ${textOf(type)} is not available to analysts`);
  }
}

/** True for a JSON path such as `$[1 to 5]`. */
function mayHoldRange(path: string): boolean {
  const bracket = path.indexOf('[');
  return bracket !== -1 && path.toLowerCase().includes('to', bracket);
}

/**
 * Judges the first argument of a higher-order function. Only there does the engine take a name for
 * that of a function, if no column, alias or parameter has the name, and other arguments follow.
 */
function judgeFunctionName(node: StatementNode, functions: FunctionRules): void {
  const [first, second] = node.children[0]?.children ?? [];
  if (!functions.isHigherOrder(node.text) || first?.kind !== 'Identifier' || !second) return;
  const name = first.text;
  if (!functions.isFunction(name)) return;
  if (!functions.isAllowed(name)) {
    throw notAllowedError(
      `function ${name} is not available to analysts; if ${name} is a column, write its table before it`,
    );
  }
  if (functions.argumentRule(name)) {
    throw notAllowedError(`write the function ${name} as a lambda: x -> ${name}(x)`);
  }
}

const PLAIN_VALUE = /^(NULL|Bool_|U?Int64_|Float64_)/;

/**
 * True for plain literals and intervals. They must not contain `file:`, because the engine opens a
 * time zone that begins with it, nor a backslash, because it reads the escapes in a type twice.
 */
function isAllowedLiteral(node: StatementNode): boolean {
  const { kind, text, children } = node;
  if (kind === 'Literal') {
    return PLAIN_VALUE.test(text) || (text.startsWith("'") && !/\\|file:/i.test(textOf(node)));
  }
  const [args] = children;
  return (
    kind === 'Function' && /^toInterval[A-Z]/.test(text) && args?.children[0]?.kind === 'Literal'
  );
}

/** Returns the text of a literal without its quotes. Only escaped quotes are unescaped. */
function textOf({ text }: StatementNode): string {
  return text.replace(/^'|'$/g, '').replaceAll("\\'", "'");
}

function isLeaf({ kind }: StatementNode): boolean {
  return kind === 'Identifier' || kind === 'TableIdentifier' || kind === 'Literal';
}

/** Returns the node without the settings of EXPLAIN, which come first; others are the engine's. */
function explainedOnly(root: StatementNode): StatementNode {
  const children = root.children[0]?.kind === 'Set' ? root.children.slice(1) : root.children;
  const hasSelect = children.some(({ kind }) => kind === 'SelectWithUnionQuery');
  // With settings, EXPLAIN AST and EXPLAIN QUERY TREE may show addresses in memory.
  const mayShowMemory = /AST|TREE/.test(root.text) && children.length < root.children.length;
  if (!EXPLAINS.test(root.text) || !hasSelect || mayShowMemory) {
    throw notAllowedError('EXPLAIN of this kind is not available to analysts');
  }
  const [select, ...others] = children;
  const format = select?.children.at(-1);
  // EXPLAIN AST runs nothing, and its format is found within the explained statement.
  if (
    root.text === 'EXPLAIN AST' &&
    select &&
    others.length === 0 &&
    format?.kind === 'Identifier'
  ) {
    return { ...root, children: [{ ...select, children: select.children.slice(0, -1) }, format] };
  }
  return { ...root, children };
}
