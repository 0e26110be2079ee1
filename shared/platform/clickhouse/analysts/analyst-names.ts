/**
 * The functions, table functions and system tables that an analyst's statement may use, apart from
 * the service's own tables. They are listed by name, so that a new engine adds none by itself.
 */

/** A row of `system.functions`. */
export interface EngineFunction {
  name: string;
  case_insensitive: number;
  alias_to: string;
  /** 1 if its first argument may be a function. */
  higher_order: number;
}

/** Selects an `EngineFunction` for every function. */
export const ENGINE_FUNCTIONS =
  'SELECT name, case_insensitive, alias_to, higher_order FROM system.functions';

/**
 * Functions that compute from their arguments alone. They are listed by name: of more than a
 * thousand others, some read files, evaluate expressions in a text, or run for hours in one call.
 */
const FUNCTIONS = new Set(
  `plus minus multiply divide intDiv intDivOrZero modulo negate abs sign round floor ceil trunc sqrt exp log
log2 log10 pow sin cos tan bitAnd bitOr bitXor bitNot bitShiftLeft bitShiftRight
equals notEquals less greater lessOrEquals greaterOrEquals and or not xor
in notIn globalIn globalNotIn exists
if multiIf caseWithExpression ifNull nullIf coalesce isNull isNotNull assumeNotNull toNullable least greatest
isNaN isFinite isInfinite transform ignore identity materialize lambda
lower upper lowerUTF8 upperUTF8 length lengthUTF8 empty notEmpty concat concatWithSeparator substring
substringUTF8 left right leftUTF8 rightUTF8 trimBoth trimLeft trimRight startsWith endsWith position
positionCaseInsensitive positionUTF8 positionCaseInsensitiveUTF8 locate reverse reverseUTF8 initcap ascii
like ilike notLike notILike match replaceAll replaceOne replaceRegexpAll replaceRegexpOne extract extractAll
extractAllGroups splitByChar splitByString splitByWhitespace alphaTokens tokens hasToken
hasTokenCaseInsensitive countSubstrings ngramDistance ngramSearch hex unhex base64Encode base64Decode
array arrayElement tuple tupleElement map mapKeys mapValues mapContains
arrayMap arrayFilter arrayExists arrayAll arrayCount arraySum arrayAvg arrayMin arrayMax arraySort
arrayReverseSort arrayDistinct arrayUniq arrayConcat arraySlice arrayFirst arrayLast arrayFirstIndex arrayZip
arrayEnumerate arrayFlatten arrayCompact arrayIntersect arrayPushBack arrayPushFront arrayReverse
arrayDifference arrayCumSum arrayJoin arrayStringConcat has hasAny hasAll indexOf countEqual range
cosineDistance dotProduct L2Distance L2Norm
JSONHas JSONLength JSONType isValidJSON toJSONString simpleJSONExtractString simpleJSONExtractInt
simpleJSONExtractFloat simpleJSONExtractBool simpleJSONExtractRaw simpleJSONHas
cityHash64 sipHash64 xxHash64 MD5 SHA256 rand rand64 generateUUIDv4 toUUID toUUIDOrNull UUIDNumToString
toInt8 toInt16 toInt32 toInt64 toUInt8 toUInt16 toUInt32 toUInt64 toFloat32 toFloat64
toInt8OrNull toInt16OrNull toInt32OrNull toInt64OrNull toUInt8OrNull toUInt16OrNull toUInt32OrNull
toUInt64OrNull toFloat32OrNull toFloat64OrNull toInt32OrZero toInt64OrZero toUInt32OrZero toUInt64OrZero
toFloat64OrZero toDecimal32 toDecimal64 toBool toTypeName
toIntervalSecond toIntervalMinute toIntervalHour toIntervalDay toIntervalWeek toIntervalMonth
toIntervalQuarter toIntervalYear makeDate today yesterday timezone
domain domainWithoutWWW topLevelDomain protocol path cutToFirstSignificantSubdomain
formatReadableQuantity formatReadableSize formatReadableTimeDelta bar
version revision displayName currentDatabase currentUser uptime rowNumberInAllBlocks rowNumberInBlock runningDifference
grouping`.split(/\s+/),
);

/**
 * Functions that may take a time zone, a type or a path, and the position (from 0) of the first
 * argument that must be a literal: the engine opens a time zone that begins with `file:` as a file.
 */
const LITERALS_FROM = new Map<string, number>([
  ['CAST', 1],
  ['_CAST', 1],
  ['now', 0],
  ['now64', 0],
  ['dateDiff', 3],
  ['age', 3],
  ['dateTrunc', 2],
  ['dateName', 2],
  ...`addSeconds addMinutes addHours addDays addWeeks addMonths addQuarters addYears subtractSeconds
subtractMinutes subtractHours subtractDays subtractWeeks subtractMonths subtractQuarters subtractYears`
    .split(/\s+/)
    .map((name): [string, number] => [name, 2]),
  ...`toString toDate toDate32 toDateOrNull toDate32OrNull toDateTime toDateTime64 toDateTimeOrNull toDateTime64OrNull
toTimeZone toUnixTimestamp toUnixTimestamp64Milli fromUnixTimestamp fromUnixTimestamp64Milli
parseDateTimeBestEffort parseDateTimeBestEffortOrNull parseDateTimeBestEffortOrZero
parseDateTime64BestEffort parseDateTime64BestEffortOrNull formatDateTime
toYear toQuarter toMonth toWeek toISOWeek toISOYear toYearWeek toDayOfYear toDayOfMonth toDayOfWeek toHour
toMinute toSecond toYYYYMM toYYYYMMDD toYYYYMMDDhhmmss toStartOfYear toStartOfISOYear toStartOfQuarter
toStartOfMonth toStartOfWeek toStartOfDay toStartOfHour toStartOfMinute toStartOfSecond
toStartOfFiveMinutes toStartOfTenMinutes toStartOfFifteenMinutes toStartOfInterval toLastDayOfMonth
toMonday toRelativeDayNum toRelativeWeekNum toRelativeMonthNum
JSONExtract JSONExtractString JSONExtractInt JSONExtractUInt JSONExtractFloat JSONExtractBool
JSONExtractRaw JSONExtractArrayRaw JSONExtractKeys JSONExtractKeysAndValues`
    .split(/\s+/)
    .map((name): [string, number] => [name, 1]),
]);

/** Functions whose last argument is a type. */
const TAKING_TYPE = new Set(['CAST', '_CAST', 'JSONExtract', 'JSONExtractKeysAndValues']);

/** Aggregate functions of linear cost that do not evaluate expressions in a text. */
const AGGREGATES = new Set(
  `count sum sumWithOverflow avg avgWeighted min max any anyLast argMin argMax uniq uniqExact uniqCombined
uniqCombined64 uniqHLL12 quantile quantiles quantileExact quantilesExact quantileTDigest quantilesTDigest
quantileTiming quantilesTiming median medianExact groupArray groupUniqArray groupArraySorted topK topKWeighted
stddevPop stddevSamp varPop varSamp corr covarPop covarSamp skewPop skewSamp kurtPop kurtSamp
groupBitAnd groupBitOr groupBitXor sumMap entropy simpleLinearRegression retention windowFunnel
row_number rank dense_rank percent_rank cume_dist ntile lag lead lagInFrame leadInFrame first_value last_value
nth_value`.split(/\s+/),
);

/** The names of all functions that statements may call, as the lists above write them. */
export const FUNCTION_NAMES = [...FUNCTIONS, ...LITERALS_FROM.keys(), ...AGGREGATES];

/** Suffixes that aggregate functions may have, such as `If` in `sumIf`: at most two, each once. */
const COMBINATORS = ['If', 'Distinct', 'OrNull', 'OrDefault', 'Array'];

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
export const TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  'generate_series',
  'generateSeries',
  'numbers',
  'numbers_mt',
  'view',
  'zeros',
  'zeros_mt',
]);

/**
 * System tables that SQL clients read to show tables and complete names. They contain nothing of
 * other users' statements or values.
 */
export const SYSTEM_TABLES: ReadonlySet<string> = new Set([
  'aggregate_function_combinators',
  'codecs',
  'collations',
  'columns',
  'data_skipping_indices',
  'data_type_families',
  'databases',
  'formats',
  'functions',
  'keywords',
  'numbers',
  'one',
  'settings',
  'table_engines',
  'table_functions',
  'tables',
  'time_zones',
]);

export type FunctionRules = ReturnType<typeof createFunctionRules>;

/** Returns the rules for functions. `functions`: all that the engine has, with their aliases. */
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
  const literalsFrom = new Map([...LITERALS_FROM].map(([name, at]) => [canonical(name), at]));
  const takingType = new Set([...TAKING_TYPE].map(canonical));
  const allowedAggregates = new Set([...AGGREGATES].map(canonical));
  /** `endings`: the combinators with which the name may still end. */
  const isAggregate = (name: string, endings: readonly string[]): boolean => {
    if (allowedAggregates.has(canonical(name))) return true;
    return endings.some(
      (ending) =>
        name.endsWith(ending) &&
        isAggregate(
          name.slice(0, -ending.length),
          endings.length < COMBINATORS.length ? [] : without(ending),
        ),
    );
  };
  return {
    /** True if a statement may call the function. */
    isAllowed(name: string): boolean {
      const main = canonical(name);
      return allowedFunctions.has(main) || literalsFrom.has(main) || isAggregate(name, COMBINATORS);
    },
    /** True if the engine has a function of that name. */
    isFunction: (name: string): boolean => find(name) !== undefined,
    /** True if its first argument may be the name of a function. */
    isHigherOrder: (name: string): boolean => find(canonical(name))?.higher_order === 1,
    /** True if its last argument is a type. */
    takesType: (name: string): boolean => takingType.has(canonical(name)),
    /** True if some of its arguments must be checked as they are written. */
    isRestricted: (name: string): boolean =>
      [literalsFrom, takingType].some((names) => names.has(canonical(name))),
    /** Position of the first argument that must be a literal, from 0; infinite if there is none. */
    literalsFrom: (name: string): number =>
      literalsFrom.get(canonical(name)) ?? Number.POSITIVE_INFINITY,
  };
}

function without(ending: string): string[] {
  return COMBINATORS.filter((each) => each !== ending);
}
