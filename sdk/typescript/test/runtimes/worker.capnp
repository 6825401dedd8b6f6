using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (
      name = "check",
      worker = (
        modules = [
          (name = "worker.mjs", esModule = embed "worker.mjs"),
          (name = "check.mjs", esModule = embed "check.mjs"),
          (name = "@pitanga-pay/sdk", esModule = embed "node_modules/@pitanga-pay/sdk/dist/index.js"),
        ],
        compatibilityDate = "2024-01-01",
        bindings = [(name = "url", fromEnvironment = "PITANGA_URL")],
        globalOutbound = "network",
      ),
    ),
    (name = "network", network = (allow = ["private"])),
  ],
);
