/**
 * Fixes the seed of property tests, so that only a change makes one fail. `LONG=1` uses new seeds;
 * `fc.assert` prints the seed of a failure.
 */
import fc from 'fast-check';

const SEED = 20_261_121;

if (!process.env.LONG) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
