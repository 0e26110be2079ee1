/** Settings with which the statements of analysts run. */
import { availableParallelism } from 'node:os';
import type { AnalystLimits } from '../../process/config.js';
import { MAX_STATEMENT_BYTES } from './bound-statement.js';

/** Maximum size of a statement's syntax tree, before and after its aliases are expanded. */
const MAX_AST_ELEMENTS = '50000';
/** Divisor of the memory limit for the values of an answer: their text is longer, and is copied. */
const RESULT_MEMORY_DIVISOR = 8;

/** Returns the settings of a session on the embedded engine. */
export function sessionSettings(limits: AnalystLimits): Record<string, string> {
  return {
    ...analystSettings(limits),
    // This limits the parser's own text of the statement, which may be longer than what was sent.
    max_query_size: String(4 * MAX_STATEMENT_BYTES),
    // The engine checks only between blocks of rows whether it must end a statement.
    max_block_size: '8192',
    function_range_max_elements_in_block: '1000000',
    max_threads: String(Math.max(1, Math.floor(availableParallelism() / 2))),
    max_ast_elements: MAX_AST_ELEMENTS,
    max_expanded_ast_elements: MAX_AST_ELEMENTS,
    output_format_json_pretty_print: '0',
    output_format_pretty_multiline_fields: '0',
    max_result_bytes: String(Math.round((limits.memoryMb * 1_000_000) / RESULT_MEMORY_DIVISOR)),
    max_temporary_data_on_disk_size_for_query: '2000000000',
  };
}

/** Returns the limits that apply both on the embedded engine and on a server. */
export function analystSettings({ seconds, memoryMb }: AnalystLimits): Record<string, string> {
  return {
    max_execution_time: String(seconds),
    max_memory_usage: String(memoryMb * 1_000_000),
    max_result_rows: '1000000',
  };
}
