/**
 * What an analyst's statement may name beside the service's own tables: functions, table functions and
 * system tables. Lists of what is allowed, so that a new engine brings nothing in by itself.
 */

/** As `system.functions` describes it. */
export interface EngineFunction {
  name: string;
  is_aggregate: number;
  case_insensitive: number;
  alias_to: string;
  categories: string;
}

/**
 * Categories of functions that compute from their arguments alone, in a time that grows with them. Missing
 * on purpose: AI (sends requests), Dictionary, Embedded Dictionary, Machine Learning (read files),
 * Introspection, Internal, and Geo, Geo Polygon, Time Series, Financial (one call may run for hours, and
 * the engine ends no call in its middle).
 */
const CATEGORIES = new Set(
  `Arithmetic;Arrays;Bit;Bitmap;Comparison;Conditional;Dates and Times;Distance;Encoding;Hash;IP Address;JSON;
Logical;Map;Mathematical;Null;Random Number;Rounding;String;String Replacement;String Search;String Splitting;
Time Window;Tuple;Type Conversion;URL;UUID`
    .split(';')
    .map((category) => category.trim()),
);

/** Of the category "Other", which `file`, `hasColumnInTable` and `sleep` belong to, and of no other allowed one. */
const SINGLE_FUNCTIONS = new Set(
  `bar byteSize caseWithExpression colorOKLABToSRGB colorOKLCHToSRGB colorSRGBToOKLAB colorSRGBToOKLCH
countDigits currentDatabase currentSchemas currentUser defaultValueOfArgumentType defaultValueOfTypeName
digits dumpColumnStructure errorCodeToName exists finalizeAggregation formatQuery formatQueryOrNull
formatQuerySingleLine formatQuerySingleLineOrNull formatReadableDecimalSize formatReadableQuantity
formatReadableSize formatReadableTimeDelta getSizeOfEnumType getSubcolumn identity ignore indexHint
initializeAggregation isConstant isDecimalOverflow lambda lowCardinalityIndices lowCardinalityKeys
MACNumToString MACStringToNum materialize minSampleSizeContinuous minSampleSizeConversion neighbor
normalizeQuery normalizedQueryHash parseReadableSize parseReadableSizeOrNull parseReadableSizeOrZero
parseTimeDelta partitionId revision rowNumberInAllBlocks rowNumberInBlock runningAccumulate
runningDifference runningDifferenceStartingWithFirstValue throwIf toColumnTypeName toTypeName transform
uptime variantElement variantType version visibleWidth`.split(/\s+/),
);

/** In allowed categories, and of more than linear time. */
const SLOW_FUNCTIONS = new Set(
  `arrayLevenshteinDistance arrayLevenshteinDistanceWeighted arraySimilarity damerauLevenshteinDistance
editDistance editDistanceUTF8 jaroSimilarity jaroWinklerSimilarity sparseGrams sparseGramsUTF8
sparseGramsHashes sparseGramsHashesUTF8 arrayAutocorrelation arrayPermutations
arrayCombinations`.split(/\s+/),
);

/** None that takes the structure of a table: its defaults are expressions in a text. */
export const TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  'generate_series',
  'generateSeries',
  'numbers',
  'numbers_mt',
  'view',
  'zeros',
  'zeros_mt',
]);

/** What SQL clients ask to show tables and complete names; nothing of other people's statements or values. */
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

export interface FunctionNames {
  /** Whether a statement may call it. */
  isAllowed(name: string): boolean;
  /** Whether the engine has a function of that name. */
  isKnown(name: string): boolean;
}

/** `combinators`: suffixes that make one aggregate function from another, `If` and `State` among them. */
export function functionNames(
  functions: readonly EngineFunction[],
  combinators: readonly string[],
): FunctionNames {
  const byName = new Map(functions.map((each) => [each.name, each]));
  const byFoldedName = new Map(
    functions
      .filter((each) => each.case_insensitive === 1)
      .map((each) => [each.name.toLowerCase(), each]),
  );
  const find = (name: string) => byName.get(name) ?? byFoldedName.get(name.toLowerCase());
  const baseOf = (name: string): EngineFunction | undefined => {
    const found = find(name);
    if (found) return found;
    const suffix = combinators.find((each) => name.endsWith(each) && name.length > each.length);
    const base = suffix === undefined ? undefined : baseOf(name.slice(0, -suffix.length));
    return base?.is_aggregate === 1 ? base : undefined;
  };
  const isAllowed = (name: string): boolean => {
    if (SINGLE_FUNCTIONS.has(name)) return true;
    const found = baseOf(name);
    if (!found) return false;
    if (found.alias_to !== '' && found.alias_to !== name) return isAllowed(found.alias_to);
    if (SLOW_FUNCTIONS.has(found.name)) return false;
    if (found.is_aggregate === 1) return true;
    return SINGLE_FUNCTIONS.has(found.name) || found.categories.split(',').every(isCategory);
  };
  return { isAllowed, isKnown: (name) => baseOf(name) !== undefined };
}

function isCategory(category: string): boolean {
  return CATEGORIES.has(category);
}
