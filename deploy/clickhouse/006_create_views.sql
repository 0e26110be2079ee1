-- What analysts read: the truth without the word FINAL, and the questions asked most.
CREATE OR REPLACE VIEW signals_current AS SELECT * FROM signals FINAL;
CREATE OR REPLACE VIEW companies_current AS SELECT * FROM companies FINAL;
CREATE OR REPLACE VIEW contacts_current AS SELECT * FROM contacts FINAL;
CREATE OR REPLACE VIEW accounts_current AS SELECT * FROM accounts FINAL;
CREATE OR REPLACE VIEW api_keys_current AS SELECT * FROM api_keys FINAL;
CREATE OR REPLACE VIEW credit_ledger_current AS SELECT * FROM credit_ledger FINAL;
CREATE OR REPLACE VIEW billing_statements_current AS SELECT * FROM billing_statements FINAL;
CREATE OR REPLACE VIEW request_logs_current AS SELECT * FROM request_logs FINAL;

CREATE OR REPLACE VIEW volumes_daily AS
SELECT toDate(detected_at) AS day, signal_type, signal_subtype, count() AS signals
FROM signals_by_time FINAL
GROUP BY day, signal_type, signal_subtype;

CREATE OR REPLACE VIEW company_activity AS
SELECT company_domain, any(company_name) AS company_name, count() AS signals,
    uniqExact(signal_type) AS signal_types, min(detected_at) AS first_signal_at,
    max(detected_at) AS latest_signal_at
FROM signals FINAL
WHERE company_domain != ''
GROUP BY company_domain;

CREATE OR REPLACE VIEW credit_usage_daily AS
SELECT toDate(charged_at) AS day, account_id, route, countIf(voided = 0) AS calls, sum(credits) AS credits
FROM credit_ledger FINAL
GROUP BY day, account_id, route;

CREATE OR REPLACE VIEW request_latency AS
SELECT route, count() AS requests, countIf(status >= 500) AS failures,
    round(quantileExact(0.5)(latency_ms), 2) AS p50_ms,
    round(quantileExact(0.99)(latency_ms), 2) AS p99_ms
FROM request_logs FINAL
GROUP BY route;
