/** What our one test of it uses of an S3 server that comes without types. */
declare module 's3rver' {
  export default class S3rver {
    constructor(options: object);
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
