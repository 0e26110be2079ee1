/** Reads and writes the question in the address: names and values, lists with commas. */
import { useNavigate, useSearch } from '@tanstack/react-router';

export type AddressValues = Readonly<Record<string, string>>;

export function parseAddress(search: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(search)].filter(([, value]) => value !== ''));
}

/**
 * Makes a query string of the values that are not empty, for an address or a path of the API:
 * `?limit=5` from `{ limit: 5 }`.
 */
export function queryString(values: Readonly<Record<string, unknown>>): string {
  const text = new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns the values of the address, and a function that replaces some of them in place. */
export function useAddress() {
  const address = useSearch({ strict: false }) as Record<string, string>;
  const navigate = useNavigate();
  const change = (values: AddressValues): void => {
    const search = { ...address, ...values };
    void navigate({ to: '.', search, replace: true, resetScroll: false });
  };
  return { address, change };
}

/** Returns the values of a list that is separated by commas. */
export function listOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.replaceAll('%2C', ',').trim())
    .filter((part) => part !== '');
}

/** Joins values with commas. A comma inside a value is written as `%2C`. */
export function joinList(values: readonly string[]): string {
  return values.map((value) => value.replaceAll(',', '%2C')).join(',');
}
