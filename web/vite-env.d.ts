/// <reference types="vite/client" />

/** The contract without its schemas, made at build time by the `contractRoutes` plugin of vite.config.ts. */
declare module 'virtual:contract' {
  const contract: import('#shared/api/index.ts').Api;
  export default contract;
}
