/// <reference types="vite/client" />

/** The contract without its schemas, made at build time by the `contractRoutes` plugin of vite.config.ts. */
declare module 'virtual:contract' {
  const contract: import('#shared/api/index.ts').Api;
  export default contract;
}

declare module 'virtual:icons' {
  const icons: readonly (readonly [name: string, words: string, outline: string, filled: string])[];
  export default icons;
}
