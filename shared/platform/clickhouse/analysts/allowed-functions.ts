/**
 * The functions that an analyst's statement may call. They are listed by name, so that a new engine
 * adds none by itself.
 */

/**
 * Functions that compute from their arguments alone. Of more than a thousand others, some read
 * files, evaluate expressions in a text, or run for hours in one call.
 */
export const FUNCTIONS: ReadonlySet<string> = new Set(
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
version revision displayName currentDatabase currentUser uptime rowNumberInAllBlocks rowNumberInBlock
grouping
isDistinctFrom isNotDistinctFrom isZeroOrNull isNullable min2 max2 clamp ifNotFinite
pi e asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp2 exp10 cbrt hypot log1p erf erfc lgamma tgamma
degrees radians factorial gcd lcm roundBankers roundDown roundToExp2 widthBucket sigmoid bitCount bitTest
bitTestAny bitTestAll bitHammingDistance bitRotateLeft bitRotateRight divideDecimal multiplyDecimal divideOrNull
intDivOrNull moduloOrNull moduloOrZero positiveModulo positiveModuloOrNull randCanonical byteSize
format leftPad leftPadUTF8 rightPad rightPadUTF8 substringIndex substringIndexUTF8 splitByRegexp splitByNonAlpha
multiSearchAny multiSearchAnyCaseInsensitive multiSearchAnyUTF8 multiSearchAnyCaseInsensitiveUTF8
multiSearchFirstIndex multiSearchFirstIndexCaseInsensitive multiSearchFirstPosition
multiSearchFirstPositionCaseInsensitive multiSearchAllPositions multiSearchAllPositionsCaseInsensitive
editDistance editDistanceUTF8 ngramDistanceUTF8 ngramDistanceCaseInsensitive ngramDistanceCaseInsensitiveUTF8
ngramSearchUTF8 ngramSearchCaseInsensitive ngramSearchCaseInsensitiveUTF8
extractGroups extractAllGroupsHorizontal regexpExtract regexpPosition regexpQuoteMeta countMatches
countMatchesCaseInsensitive countSubstringsCaseInsensitive countSubstringsCaseInsensitiveUTF8
hasSubsequence hasSubsequenceUTF8 hasSubsequenceCaseInsensitive hasSubsequenceCaseInsensitiveUTF8
startsWithUTF8 startsWithCaseInsensitive endsWithUTF8 endsWithCaseInsensitive hasTokenOrNull
soundex translate translateUTF8 initcapUTF8 char appendTrailingCharIfAbsent overlay overlayUTF8 firstLine
removeDiacriticsUTF8 caseFoldUTF8 normalizeUTF8NFC normalizeUTF8NFD normalizeUTF8NFKC normalizeUTF8NFKD
toValidUTF8 isValidUTF8 isValidASCII base64URLEncode base64URLDecode tryBase64Decode bin unbin
encodeURLComponent decodeURLComponent decodeHTMLComponent extractTextFromHTML
domainRFC port queryString fragment cutQueryString cutWWW extractURLParameter extractURLParameters
extractURLParameterNames cutURLParameter firstSignificantSubdomain basename
formatReadableDecimalSize parseReadableSize parseReadableSizeOrNull parseTimeDelta
arrayFold arrayProduct arrayElementOrNull arrayExcept arrayEnumerateUniq arrayEnumerateDense arrayPopBack
arrayPopFront arrayFill arrayReverseFill arraySplit arrayReverseSplit arrayLastIndex arrayFirstOrNull
arrayLastOrNull arrayCumSumNonNegative arrayRemove arrayPartialSort arrayPartialReverseSort arrayTopK
arrayBottomK arrayRotateLeft arrayRotateRight arrayShiftLeft arrayShiftRight arrayUnion
arraySymmetricDifference arrayJaccardIndex arrayZipUnaligned hasSubstr
L1Distance L1Norm L2SquaredDistance L2SquaredNorm LinfDistance LinfNorm
mapAdd mapSubtract mapFilter mapApply mapAll mapExists mapSort mapReverseSort mapContainsValue
mapContainsKeyLike mapContainsValueLike mapExtractKeyLike mapExtractValueLike mapConcat mapUpdate mapFromArrays
JSONArrayLength simpleJSONExtractUInt
SHA1 SHA512 CRC32 xxHash32 xxh3 farmHash64 murmurHash3_64 intHash32 intHash64 halfMD5
toInt8OrZero toInt16OrZero toUInt8OrZero toUInt16OrZero toFloat32OrZero
toInt8OrDefault toInt16OrDefault toInt32OrDefault toInt64OrDefault toUInt8OrDefault toUInt16OrDefault
toUInt32OrDefault toUInt64OrDefault toFloat32OrDefault toFloat64OrDefault
toInt128 toInt256 toUInt128 toUInt256 toDecimal128 toDecimal256 toDecimal32OrNull toDecimal64OrNull
toDecimal128OrNull toDecimal32OrZero toDecimal64OrZero toDecimal128OrZero toUUIDOrZero
reinterpretAsInt32 reinterpretAsInt64 reinterpretAsUInt32 reinterpretAsUInt64
toIntervalMillisecond toIntervalMicrosecond toIntervalNanosecond addInterval subtractInterval addDate subDate
monthName timeDiff makeDate32 changeYear changeMonth changeDay changeHour changeMinute changeSecond
toModifiedJulianDay fromModifiedJulianDay`.split(/\s+/),
);

/** What must be true of the arguments of a function that may take a time zone, a type or a path. */
export interface ArgumentRule {
  /**
   * Position (from 0) of the first argument that must be a literal: the engine opens a time zone
   * that begins with `file:` as a file.
   */
  literalsFrom: number;
  /** Position of the argument that must be a type; -1 for the last one. */
  typeAt?: number;
  /** True if the second argument is a JSON path, in which a range of numbers is a loop. */
  takesPath?: boolean;
  /** True if the second argument is a format in which `z` reads the name of a time zone. */
  readsZone?: boolean;
}

function rules(names: string, rule: ArgumentRule): [string, ArgumentRule][] {
  return names.split(/\s+/).map((name) => [name, rule]);
}

export const ARGUMENT_RULES: ReadonlyMap<string, ArgumentRule> = new Map([
  ...rules('CAST _CAST accurateCast accurateCastOrNull accurateCastOrDefault', {
    literalsFrom: 1,
    typeAt: 1,
  }),
  ...rules(
    `JSONExtract JSONExtractCaseInsensitive JSONExtractKeysAndValues
JSONExtractKeysAndValuesCaseInsensitive`,
    { literalsFrom: 1, typeAt: -1 },
  ),
  ...rules('JSON_EXISTS JSON_VALUE', { literalsFrom: 1, takesPath: true }),
  ...rules(
    'parseDateTimeInJodaSyntax parseDateTimeInJodaSyntaxOrNull parseDateTimeInJodaSyntaxOrZero',
    { literalsFrom: 1, readsZone: true },
  ),
  ...rules('now now64', { literalsFrom: 0 }),
  ...rules('dateDiff age', { literalsFrom: 3 }),
  ...rules('makeDateTime makeDateTime64', { literalsFrom: 6 }),
  ...rules(
    `dateTrunc dateName
addSeconds addMinutes addHours addDays addWeeks addMonths addQuarters addYears subtractSeconds
subtractMinutes subtractHours subtractDays subtractWeeks subtractMonths subtractQuarters subtractYears
addMilliseconds subtractMilliseconds addMicroseconds subtractMicroseconds`,
    { literalsFrom: 2 },
  ),
  ...rules(
    `toString toDate toDate32 toDateOrNull toDate32OrNull toDateTime toDateTime64 toDateTimeOrNull toDateTime64OrNull
toTimeZone toUnixTimestamp toUnixTimestamp64Milli fromUnixTimestamp fromUnixTimestamp64Milli
parseDateTimeBestEffort parseDateTimeBestEffortOrNull parseDateTimeBestEffortOrZero
parseDateTime64BestEffort parseDateTime64BestEffortOrNull formatDateTime
toYear toQuarter toMonth toWeek toISOWeek toISOYear toYearWeek toDayOfYear toDayOfMonth toDayOfWeek toHour
toMinute toSecond toYYYYMM toYYYYMMDD toYYYYMMDDhhmmss toStartOfYear toStartOfISOYear toStartOfQuarter
toStartOfMonth toStartOfWeek toStartOfDay toStartOfHour toStartOfMinute toStartOfSecond
toStartOfFiveMinutes toStartOfTenMinutes toStartOfFifteenMinutes toStartOfInterval toLastDayOfMonth
toMonday toRelativeDayNum toRelativeWeekNum toRelativeMonthNum
JSONExtractString JSONExtractInt JSONExtractUInt JSONExtractFloat JSONExtractBool
JSONExtractRaw JSONExtractArrayRaw JSONExtractKeys JSONExtractKeysAndValuesRaw
JSONExtractStringCaseInsensitive JSONExtractIntCaseInsensitive
JSONExtractUIntCaseInsensitive JSONExtractFloatCaseInsensitive JSONExtractBoolCaseInsensitive
JSONExtractRawCaseInsensitive JSONExtractArrayRawCaseInsensitive JSONExtractKeysCaseInsensitive
JSONExtractKeysAndValuesRawCaseInsensitive
DATE toDateOrZero toDate32OrZero toDateTimeOrZero toDateTime64OrZero toTime toTimeWithFixedDate toDaysInMonth
parseDateTime parseDateTimeOrNull parseDateTimeOrZero parseDateTime64 parseDateTime64OrNull
parseDateTime64OrZero parseDateTime32BestEffort parseDateTime32BestEffortOrNull
parseDateTime32BestEffortOrZero parseDateTime64BestEffortOrZero parseDateTimeBestEffortUS
parseDateTimeBestEffortUSOrNull parseDateTimeBestEffortUSOrZero formatDateTimeInJodaSyntax
fromUnixTimestamp64Second fromUnixTimestamp64Micro fromUnixTimestamp64Nano toUnixTimestamp64Second
toUnixTimestamp64Micro toUnixTimestamp64Nano toMillisecond toStartOfMillisecond toLastDayOfWeek timeSlot
toRelativeYearNum toRelativeQuarterNum toRelativeHourNum toRelativeMinuteNum toRelativeSecondNum
toYearNumSinceEpoch toMonthNumSinceEpoch toDaysSinceYearZero fromDaysSinceYearZero
YYYYMMDDToDate YYYYMMDDhhmmssToDateTime UTCTimestamp toUTCTimestamp fromUTCTimestamp
timeZoneOf timeZoneOffset`,
    { literalsFrom: 1 },
  ),
]);

/** Aggregate functions of linear cost that do not evaluate expressions in a text. */
export const AGGREGATES: ReadonlySet<string> = new Set(
  `count sum sumWithOverflow avg avgWeighted min max any anyLast argMin argMax uniq uniqExact uniqCombined
uniqCombined64 uniqHLL12 quantile quantiles quantileExact quantilesExact quantileTDigest quantilesTDigest
quantileTiming quantilesTiming median medianExact groupArray groupUniqArray groupArraySorted topK topKWeighted
stddevPop stddevSamp varPop varSamp corr covarPop covarSamp skewPop skewSamp kurtPop kurtSamp
groupBitAnd groupBitOr groupBitXor sumMap entropy simpleLinearRegression retention windowFunnel
row_number rank dense_rank percent_rank cume_dist ntile lag lead lagInFrame leadInFrame first_value last_value
nth_value
anyHeavy any_respect_nulls anyLast_respect_nulls argAndMin argAndMax singleValueOrNull groupArrayLast
groupArrayMovingAvg groupArrayMovingSum groupArrayIntersect groupConcat histogram deltaSum deltaSumTimestamp
quantileExactLow quantilesExactLow quantileExactHigh quantilesExactHigh quantileExactExclusive
quantilesExactExclusive quantileExactInclusive quantilesExactInclusive quantileExactWeighted
quantilesExactWeighted quantileTDigestWeighted quantilesTDigestWeighted quantileTimingWeighted
quantilesTimingWeighted quantileInterpolatedWeighted quantilesInterpolatedWeighted quantileDeterministic
quantilesDeterministic medianExactLow medianExactHigh medianExactWeighted medianTDigest medianTiming
sumCount sumKahan sumMapWithOverflow minMappedArrays maxMappedArrays minMap maxMap uniqUpTo
stddevPopStable stddevSampStable varPopStable varSampStable covarPopStable covarSampStable corrStable
sequenceMatch sequenceCount`.split(/\s+/),
);

export const FUNCTION_NAMES: readonly string[] = [
  ...FUNCTIONS,
  ...ARGUMENT_RULES.keys(),
  ...AGGREGATES,
];

/** Suffixes that aggregate functions may have, such as `If` in `sumIf`: at most two, each once. */
export const COMBINATORS: readonly string[] = [
  'If',
  'Distinct',
  'OrNull',
  'OrDefault',
  'Array',
  'ForEach',
];
