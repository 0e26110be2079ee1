/** A version of other software that the service works with, compared by major and minor number. */
export interface Release {
  major: number;
  minor: number;
}

/** Returns true if `version`, for example `1.18.3` or `v20.20.2`, is older than `oldest`. */
export function isOlder(version: string, oldest: Release): boolean {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major < oldest.major || (major === oldest.major && minor < oldest.minor);
}

export function releaseText({ major, minor }: Release): string {
  return `${major}.${minor}`;
}
