/** class-transformer ships the types of its metadata storage under another path than the module. */
declare module 'class-transformer/cjs/storage.js' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage.js'
}
