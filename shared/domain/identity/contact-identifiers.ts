/** The identifiers by which an event or a profile names a person; the email first: it decides. */
export function contactIdentifiers(person: {
  email: string | null;
  networkUrl: string | null;
}): string[] {
  return [
    ...(person.email === null ? [] : [`email:${person.email}`]),
    ...(person.networkUrl === null ? [] : [`network:${person.networkUrl}`]),
  ];
}
