//! Billing terms: the tariff of an organization from an instant on.

use access::{OrgId, Period, Price, Tariff, Term, Timestamp};
use async_recursion::async_recursion as boxed;
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{execute, on_org_readers, on_readers, on_transaction};
use crate::error::StoreError;
use crate::ledger::{stored, units};
use crate::locked::LockedOrg;
use crate::store::Store;
use crate::tenant::OrgStore;

#[derive(FromRow)]
struct Row {
    at: i64,
    plan: Option<String>,
    quota: i64,
    currency: String,
    period_minor: i64,
    overage_unit_minor: i64,
}

const COLUMNS: &str = "select at, plan, quota, currency, period_minor, overage_unit_minor \
    from billing_term where org_id = $1";

impl Row {
    fn decode(self, org: &str) -> Result<Term, StoreError> {
        let plan = self.plan.map(|it| it.parse()).transpose();
        let plan = plan.map_err(|_| StoreError::corrupt("billing_term.plan", org))?;
        Ok(Term {
            at: Timestamp::from_micros(self.at),
            tariff: plan.map(|plan| Tariff {
                plan,
                quota: units(self.quota),
                price: Price {
                    currency: self.currency,
                    period_minor: units(self.period_minor),
                    overage_unit_minor: units(self.overage_unit_minor),
                },
            }),
        })
    }
}

impl LockedOrg {
    /// Appends a term.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn add_billing_term(&mut self, term: &Term) -> Result<(), StoreError> {
        // The organization's lock prevents others from taking the number.
        const SQL: &str = "insert into billing_term (org_id, number, period, at, plan, quota, \
            currency, period_minor, overage_unit_minor, used_before) \
            select $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5, $6, $7, $8, \
                coalesce((select u.used from usage_period u \
                    where u.org_id = $1 and u.period = $2 and u.mode = 'live'), 0) \
            from billing_term where org_id = $1";
        let tariff = term.tariff.as_ref();
        let price = tariff.map(|it| it.price.clone()).unwrap_or_default();
        execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(&self.org_id)
                .bind(Period::of(term.at).to_string())
                .bind(term.at.micros())
                .bind(tariff.map(|it| it.plan.name()))
                .bind(tariff.map_or(0, |it| stored(it.quota)))
                .bind(&price.currency)
                .bind(stored(price.period_minor))
                .bind(stored(price.overage_unit_minor))
        )?;
        Ok(())
    }

    /// Returns the latest term, if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn latest_billing_term(&mut self) -> Result<Option<Term>, StoreError> {
        let sql = format!("{COLUMNS} order by number desc limit 1");
        let row: Option<Row> = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_as(AssertSqlSafe(sql.as_str())).bind(&self.org_id)
                .fetch_optional(connection))?;
        row.map(|it| it.decode(&self.org_id)).transpose()
    }
}

impl OrgStore<'_> {
    /// Returns the terms that begin in a period, in order.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn billing_terms(&self, period: Period) -> Result<Vec<Term>, StoreError> {
        let sql = format!("{COLUMNS} and period = $2 order by number");
        let rows: Vec<Row> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(period.to_string())
                .fetch_all(pool))?;
        rows.into_iter().map(|it| it.decode(&self.org_id)).collect()
    }
}

impl OrgStore<'_> {
    /// Returns the live units that had been counted in a period when each of its terms was written,
    /// in the same order. Does not include units that requests then under way have returned since:
    /// the ledger has them.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn units_before_terms(&self, period: Period) -> Result<Vec<u64>, StoreError> {
        const SQL: &str = "select used_before from billing_term \
            where org_id = $1 and period = $2 order by number";
        let used: Vec<i64> = on_org_readers!(self, pool => sqlx::query_scalar(SQL)
            .bind(&self.org_id)
            .bind(period.to_string())
            .fetch_all(pool))?;
        Ok(used.into_iter().map(units).collect())
    }
}

impl Store {
    /// Returns some organizations that are not closed and have no term in a period yet. For the job
    /// that opens periods.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn orgs_to_open(&self, period: Period, most: u32) -> Result<Vec<OrgId>, StoreError> {
        const SQL: &str = "select o.id from organization o where o.status <> 'closed' \
            and not exists (select 1 from billing_term t \
                where t.period = $1 and t.org_id = o.id) order by o.id limit $2";
        let ids: Vec<String> = on_readers!(&self.backend, pool => sqlx::query_scalar(SQL)
            .bind(period.to_string())
            .bind(i64::from(most))
            .fetch_all(pool))?;
        let parse = |id: String| {
            let parsed = id.parse();
            parsed.map_err(|_| StoreError::corrupt("organization.id", &id))
        };
        ids.into_iter().map(parse).collect()
    }

    /// Returns some periods before another that have terms but no statement yet, oldest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn periods_to_bill(
        &self,
        before: Period,
        most: u32,
    ) -> Result<Vec<(OrgId, Period)>, StoreError> {
        const SQL: &str = "select distinct t.period, t.org_id from billing_term t \
            where t.period < $1 and not exists (select 1 from statement s \
                where s.org_id = t.org_id and s.period = t.period) \
            order by t.period, t.org_id limit $2";
        let rows: Vec<(String, String)> = on_readers!(&self.backend, pool => sqlx::query_as(SQL)
            .bind(before.to_string())
            .bind(i64::from(most))
            .fetch_all(pool))?;
        let decode = |(period, org): (String, String)| {
            let corrupt = |column| StoreError::corrupt(column, &org);
            let id = org.parse().map_err(|_| corrupt("billing_term.org_id"))?;
            let period = period.parse().map_err(|_| corrupt("billing_term.period"))?;
            Ok((id, period))
        };
        rows.into_iter().map(decode).collect()
    }
}
