/** The shapes of the API's requests and answers, generated from its schemas. */
export type * from '../../../../shared/domain/schemas/types.generated.js';
