public enum Baselines {}
