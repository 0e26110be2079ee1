/** A broker that starts at the same time, or again, is waited for; one that stays away is an error. */

const BROKER_WITHIN_MS = 45_000;

/** The client's own attempts take some seconds each; `isStopping` ends the wait. */
export async function connectPatiently(
  connect: () => Promise<void>,
  isStopping: () => boolean,
): Promise<void> {
  const end = Date.now() + BROKER_WITHIN_MS;
  for (;;) {
    try {
      await connect();
      return;
    } catch (error) {
      if (isStopping() || Date.now() > end) throw error;
    }
  }
}
