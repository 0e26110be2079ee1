/** Parses values of command line options that several commands take. */
import { InvalidArgumentError } from 'commander';

export const MAX_CREDITS = 1e12;

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Use an integer from ${min} to ${max}.`);
  };
}
