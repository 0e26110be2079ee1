/**
 * The formats, table functions and system tables that an analyst's statement may use, apart from
 * the service's own tables, and the rules for functions. All are listed by name, so that a new
 * engine adds none by itself.
 */
import {
  AGGREGATES,
  ARGUMENT_RULES,
  type ArgumentRule,
  COMBINATORS,
  FUNCTIONS,
} from './allowed-functions.js';

/** A row of `system.functions`. */
export interface EngineFunction {
  name: string;
  case_insensitive: number;
  alias_to: string;
  /** 1 if its first argument may be a function. */
  higher_order: number;
}

export const ENGINE_FUNCTIONS =
  'SELECT name, case_insensitive, alias_to, higher_order FROM system.functions';

/** Formats that need only the answer. Others may write files, or read files that a column names. */
const FORMATS: readonly RegExp[] = [
  /^(TSV|TabSeparated|CSV|LineAsString)(Raw)?(WithNames(AndTypes)?)?$/i,
  /^(RowBinary|JSON(Compact(Strings)?)?EachRow)(WithNames(AndTypes)?)?$/i,
  /^JSON(Compact)?(Strings|Columns)?$/i,
  /^(JSONColumnsWithMetadata|JSONStringsEachRow|NDJSON|JSONL|JSONLines)$/i,
  /^(Native|Parquet|Arrow|ArrowStream|ORC|Avro|MsgPack|Null)$/i,
  /^(TSKV|Values|Vertical|Markdown|MD|XML)$/i,
  /^Pretty(Compact|Space)?(NoEscapes)?(MonoBlock)?$/i,
];

export function isFormat(name: string): boolean {
  return FORMATS.some((each) => each.test(name));
}

/**
 * Table functions that a statement may call. None of them takes the structure of a table, because
 * its defaults are expressions in a text.
 */
export const TABLE_FUNCTIONS: ReadonlySet<string> = new Set(
  'generate_series generateSeries numbers numbers_mt view zeros zeros_mt'.split(' '),
);

/**
 * System tables that SQL clients read to show tables and complete names. They contain nothing of
 * other users' statements or values.
 */
export const SYSTEM_TABLES: ReadonlySet<string> = new Set(
  `aggregate_function_combinators codecs collations columns data_skipping_indices
data_type_families databases formats functions keywords numbers one settings table_engines
table_functions tables time_zones`.split(/\s+/),
);

/** Matches names of aggregate functions with a suffix that changes them. */
const COMBINED =
  /(State|Merge|Resample|ArgMin|ArgMax|Map|Null|Distinct|If|Array|ForEach|OrNull|OrDefault)$/;

export type FunctionRules = ReturnType<typeof createFunctionRules>;

export function createFunctionRules(functions: readonly EngineFunction[]) {
  const byName = new Map(functions.map((each) => [each.name, each]));
  const byFoldedName = new Map(
    functions
      .filter((each) => each.case_insensitive === 1)
      .map((each) => [each.name.toLowerCase(), each]),
  );
  const find = (name: string): EngineFunction | undefined =>
    byName.get(name) ?? byFoldedName.get(name.toLowerCase());
  /** Returns the engine's main name of a function; `name` itself if the engine does not know it. */
  const canonical = (name: string): string => {
    const row = find(name);
    if (!row) return name;
    return row.alias_to === '' ? row.name : (find(row.alias_to)?.name ?? row.alias_to);
  };
  // The lists contain the usual name of each function, which may be an alias in the engine.
  const allowedFunctions = new Set([...FUNCTIONS].map(canonical));
  const argumentRules = new Map([...ARGUMENT_RULES].map(([name, rule]) => [canonical(name), rule]));
  const allowedAggregates = new Set([...AGGREGATES].map(canonical));
  /** `endings`: the combinators with which the name may still end. */
  const isAggregate = (name: string, endings: readonly string[]): boolean => {
    if (allowedAggregates.has(canonical(name))) return true;
    return endings.some(
      (ending) =>
        name.endsWith(ending) &&
        isAggregate(
          name.slice(0, -ending.length),
          endings.length < COMBINATORS.length ? [] : endings.filter((each) => each !== ending),
        ),
    );
  };
  return {
    isAllowed(name: string): boolean {
      const main = canonical(name);
      return (
        allowedFunctions.has(main) || argumentRules.has(main) || isAggregate(name, COMBINATORS)
      );
    },
    isFunction: (name: string): boolean => find(name) !== undefined,
    /** True if the engine has such a function, or may make one from an aggregate function. */
    mayExist: (name: string): boolean => find(name) !== undefined || COMBINED.test(name),
    /** True if its first argument may be the name of a function. */
    isHigherOrder: (name: string): boolean => find(canonical(name))?.higher_order === 1,
    argumentRule: (name: string): ArgumentRule | undefined => argumentRules.get(canonical(name)),
  };
}
