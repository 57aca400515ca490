/** `?page`: the text of a browser bundle of that file, made by `cdk/page-plugin.ts`. */
declare module '*?page' {
  const script: string;
  export default script;
}

/** `?files`: the font files of the catalogue by their path, made by `cdk/font-plugin.ts`. */
declare module '*?files' {
  const files: Record<string, Uint8Array>;
  export default files;
}
