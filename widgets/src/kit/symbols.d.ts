declare module "symbols:*" {
  const symbols: Record<string, string>;
  export default symbols;
}
