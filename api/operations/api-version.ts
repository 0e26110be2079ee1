/** The version of the API that its documents and servers report. */
export const API_VERSION = '1.0.0';
