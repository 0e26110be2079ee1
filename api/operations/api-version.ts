/** Version of the API, as its documents and servers tell it. */
export const API_VERSION = '1.0.0';
