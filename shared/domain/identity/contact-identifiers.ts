/** Returns the identifiers by which a person is named, the email first, because it decides. */
export function contactIdentifiers(person: {
  email: string | null;
  networkUrl: string | null;
}): string[] {
  return [
    ...(person.email === null ? [] : [`email:${person.email}`]),
    ...(person.networkUrl === null ? [] : [`network:${person.networkUrl}`]),
  ];
}
