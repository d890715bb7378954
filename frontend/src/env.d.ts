/** The front end's version, filled in by the build; each annotation remembers it. */
declare const __CLIENT_VERSION__: string;
