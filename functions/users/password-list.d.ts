declare module '@zxcvbn-ts/language-common/dist/passwords.json.mjs' {
  /** The commonest first. */
  const passwords: string[];
  export default passwords;
}
