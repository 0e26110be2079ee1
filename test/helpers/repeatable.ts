/**
 * What properties are tried on: the same at every run, so that a change alone makes a test fail. `LONG=1`
 * draws anew; `fc.assert` names the seed of a failure.
 */
import fc from 'fast-check';

const SEED = 20_261_121;

if (!process.env.LONG) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
