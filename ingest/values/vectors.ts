/** Vectors as the stores take and give them. */
export { base64Of, vectorFrom } from '../../shared/domain/vectors.js';
