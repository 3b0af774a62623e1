module.exports = {
  almagest: {
    input: "./openapi.json",
    output: {
      mode: "split",
      client: "fetch",
      baseUrl: process.env.ALMAGEST_URL,
      target: "generated/orval/client.ts",
      schemas: "generated/orval/model",
    },
  },
};
